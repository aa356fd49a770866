/** Paths of screens that the server also links to. All other paths are in client/platform/paths.ts. */
export const newsPath = (id: number | string): string => `/news-section/${id}`;
