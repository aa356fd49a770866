export interface Page {
  page: number;
  perPage: number;
  offset: number;
}

export interface PageQuery {
  page?: number;
  per_page?: number;
  perPage?: number;
}

export interface PageMeta {
  total: number;
  page: number;
  per_page: number;
  last_page: number;
}

export function pageOf(query: PageQuery, defaultSize = 10): Page {
  const page = query.page ?? 1;
  const perPage = query.per_page ?? query.perPage ?? defaultSize;
  return { page, perPage, offset: (page - 1) * perPage };
}

export function pageMetaOf(page: Page, total: number): PageMeta {
  return { total, page: page.page, per_page: page.perPage, last_page: Math.max(1, Math.ceil(total / page.perPage)) };
}

/** The requested page, or null for the complete list, which the external specification returns by default. */
export const requestedPageOf = (query: PageQuery): Page | null =>
  query.page || query.per_page || query.perPage ? pageOf(query) : null;

export const unpagedMeta = (total: number): PageMeta => ({
  total,
  page: 1,
  per_page: Math.max(1, total),
  last_page: 1,
});
