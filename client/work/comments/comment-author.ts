import type { Comment } from "../../../shared/work/comments/comments.contract";
import type { Person } from "../../ui/signs/people";

/** The author; for imported comments of people without an account a person with their name, who isn't a user. */
export const authorOf = ({ author, author_name }: Pick<Comment, "author" | "author_name">): Person =>
  author ?? { id: 0, fullname: author_name ?? "", image: null };
