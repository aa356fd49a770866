import { requestedPageOf, pageMetaOf, pageOf, unpagedMeta } from "./paging";

test("pageOf defaults to page 1 of ten rows and accepts per_page and perPage", () => {
  expect(pageOf({})).toEqual({ page: 1, perPage: 10, offset: 0 });
  expect(pageOf({ page: 3, per_page: 20, perPage: 7 })).toEqual({ page: 3, perPage: 20, offset: 40 });
  expect(pageOf({ page: 2, perPage: 7 }, 50)).toEqual({ page: 2, perPage: 7, offset: 7 });
  expect(pageOf({ page: 2 }, 50)).toEqual({ page: 2, perPage: 50, offset: 50 });
});

test("requestedPageOf returns null unless the query has page, per_page or perPage", () => {
  expect(requestedPageOf({})).toBeNull();
  expect(requestedPageOf({ page: 1 })).toEqual({ page: 1, perPage: 10, offset: 0 });
  expect(requestedPageOf({ per_page: 5 })).toEqual({ page: 1, perPage: 5, offset: 0 });
  expect(requestedPageOf({ perPage: 5 })).toEqual({ page: 1, perPage: 5, offset: 0 });
});

test("last_page is at least 1, even for an empty list", () => {
  const last = (total: number) => pageMetaOf(pageOf({ per_page: 10 }), total).last_page;
  expect([0, 1, 10, 11, 20, 21].map(last)).toEqual([1, 1, 1, 2, 2, 3]);
  expect(pageMetaOf(pageOf({ page: 2, per_page: 5 }), 7)).toEqual({ total: 7, page: 2, per_page: 5, last_page: 2 });
  expect(unpagedMeta(0)).toEqual({ total: 0, page: 1, per_page: 1, last_page: 1 });
  expect(unpagedMeta(7)).toEqual({ total: 7, page: 1, per_page: 7, last_page: 1 });
});
