/** How long a decision can be undone before anybody is told of it: what the screen offers, and the way of the call. */
export const decisionHeldMs = 8_000;
