/** Addresses of screens that the server links to as well. All others are in client/platform/paths.ts. */
export const newsPath = (id: number | string): string => `/news-section/${id}`;
