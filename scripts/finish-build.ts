// What remains to be done on the prerendered pages before they are served.
