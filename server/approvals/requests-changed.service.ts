/** `tx.noteChange(changedRequest, id)`: at commit, whoever may see the request is told what it is now. */
export const changedRequest = "request";
