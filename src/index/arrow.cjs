// LanceDB takes Arrow tables of its own copy of Arrow only, which is the CommonJS one; a table of the other copy is stored as no rows at all.
module.exports = require('apache-arrow');
