// LanceDB only accepts tables of its copy of Arrow, the CommonJS one. It stores a table of the other copy as no rows at all.
module.exports = require('apache-arrow');
