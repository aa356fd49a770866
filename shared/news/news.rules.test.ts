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
const said = (author: typeof reader) =>
  ({
    type: "news.commented",
    data: { comment: { id: 2, author, body: "Well done" }, comment_count: 1 },
  }) as unknown as Parameters<typeof applyToArticle>[1];

test.each([
  ["one's own, by whom the article isn't", reader, false, true],
  ["somebody else's, by whom the article isn't", other, false, false],
  ["somebody else's, by who may edit the article", other, true, true],
])("a comment that was told of can be deleted as a fresh one says: %s", (_, author, edit, may) => {
  expect(applyToArticle(article(edit), said(author))?.comments[0]?.can.delete).toBe(may);
});

test("a reaction that its last one takes back is gone", () => {
  const pressed = (on: boolean) =>
    ({ type: "news.reacted", data: { emoji: "👍", on, user: other } }) as unknown as Parameters<
      typeof applyToArticle
    >[1];
  const liked = applyToArticle(article(false), pressed(true)) as NewsArticle;
  expect(liked.reactions).toEqual([{ emoji: "👍", users: [other] }]);
  expect(applyToArticle(liked, pressed(false))?.reactions).toEqual([]);
});
