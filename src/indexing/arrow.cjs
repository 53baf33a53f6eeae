// LanceDB only takes tables of its copy of Arrow, which is the CommonJS one; a table of the other copy is stored as no rows at all.
module.exports = require('apache-arrow');
