"""Answers each line of JSON, {"query": WORDS, "k": NUMBER}, with the paths of the documents that Recoll finds."""
import json
import sys
from recoll import recoll

folder, configuration = sys.argv[1:3]
prefix = "file://" + folder + "/"

for line in sys.stdin:
    asked = json.loads(line)
    # Opened for each query, since another process changes the index.
    query = recoll.connect(confdir=configuration).query()
    query.execute(asked["query"])
    found = [document.url[len(prefix):] for document in query.fetchmany(asked["k"])]
    print(json.dumps(found), flush=True)
