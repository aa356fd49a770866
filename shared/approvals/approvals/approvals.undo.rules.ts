/** Time during which a decision can be undone before other users are notified; used by the screen and the endpoint. */
export const decisionHeldMs = 8_000;
