import type { NewsArticle } from "./news.replies";
import { applyToArticle } from "./news.rules";

const reader = { id: 7, fullname: "Emil", image: null };
const other = { id: 8, fullname: "Mia", image: null };
const article = (edit: boolean) =>
  ({
    id: 1,
    reader_id: reader.id,
    can: { edit },
    comments: [],
    comment_count: 0,
    reactions: [],
  }) as unknown as NewsArticle;
const commentBy = (author: typeof reader) =>
  ({
    type: "news.commented",
    data: { comment: { id: 2, author, body: "Well done" }, comment_count: 1 },
  }) as unknown as Parameters<typeof applyToArticle>[1];

test.each([
  ["own comment, not the article's author", reader, false, true],
  ["another user's comment, not the article's author", other, false, false],
  ["another user's comment, may edit the article", other, true, true],
])("can.delete of a comment from an event equals the reply's value: %s", (_, author, edit, may) => {
  expect(applyToArticle(article(edit), commentBy(author))?.comments[0]?.can.delete).toBe(may);
});

test("a reaction without users is removed", () => {
  const pressed = (on: boolean) =>
    ({ type: "news.reacted", data: { emoji: "👍", on, user: other } }) as unknown as Parameters<
      typeof applyToArticle
    >[1];
  const liked = applyToArticle(article(false), pressed(true)) as NewsArticle;
  expect(liked.reactions).toEqual([{ emoji: "👍", users: [other] }]);
  expect(applyToArticle(liked, pressed(false))?.reactions).toEqual([]);
});
