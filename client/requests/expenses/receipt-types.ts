/** Accepted by the camera and by the file dialog; the server checks the content. */
export const photoTypes = "image/jpeg,image/png";
export const receiptTypes = `${photoTypes},application/pdf`;
