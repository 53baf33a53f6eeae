"""FAISS over vectors: searchFaiss.py build|first|search WORK STORAGE DIMENSION K. Prints JSON."""
import json
import sys
import time
import faiss
import numpy

# The reference implementation, which Debian installs by default, takes ten times as long.
if "openblas" not in open("/proc/self/maps").read():
    sys.exit("FAISS is without OpenBLAS: apt-get install libopenblas0-pthread")

action, work, storage, dimension, k = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
file = storage + "/faiss"
queries = numpy.fromfile(work + "/queries.f32", dtype="float32").reshape(-1, dimension)


def timed(work):
    began, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, {"ms": (time.perf_counter() - began) * 1000, "cpuMs": (time.process_time() - cpu) * 1000}


if action == "build":
    vectors = numpy.fromfile(work + "/vectors.f32", dtype="float32").reshape(-1, dimension)

    def build():
        index = faiss.IndexFlatIP(dimension)
        index.add(vectors)
        faiss.write_index(index, file)

    print(json.dumps(timed(build)[1]))
elif action == "first":
    index = faiss.read_index(file)
    print(json.dumps({"found": index.search(queries[:1], k)[1].tolist()}))
else:
    index = faiss.read_index(file)
    index.search(queries[:20], k)
    asked = [timed(lambda at=at: index.search(queries[at : at + 1], k)) for at in range(len(queries))]
    vectors = index.reconstruct_n(0, index.ntotal)
    (_, neighbors), graph = timed(lambda: index.search(vectors, k + 1))
    neighbors.astype("int32").tofile(storage + "/neighbors.i32")
    found = [found[1][0].tolist() for found, _ in asked]
    cpu = sum(took["cpuMs"] for _, took in asked) / len(asked)
    print(json.dumps({"found": found, "ms": [took["ms"] for _, took in asked], "cpuMs": cpu, "graph": graph}))
