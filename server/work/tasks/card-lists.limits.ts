/**
 * Maximum numbers of links on all cards of a board, far above real use, because all links are returned with the board. Dependencies have a
 * separate limit (tasks.links.ts).
 */
export const cardListLimits = { users: 100_000, groups: 100_000, tags: 200_000 } as const;
