/** Mark of the document that the server makes of a board of Planka. */
export const plankaDocumentFormat = "planka-board";
