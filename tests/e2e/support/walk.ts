/**
 * Marks walks over many screens. `npm test` leaves them out, `npm test -- --full` doesn't (scripts/test.mjs); Playwright alone runs
 * whatever it is asked for.
 */
export const walk = { tag: "@walk" } as const;
