import { IconMessage } from "@tabler/icons-react";
import type { NewsRow } from "../../../shared/communication/news/news.replies";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import classes from "./news.module.css";

export function Byline({ article }: { article: NewsRow }) {
  const text = useText();
  const { number, dateTime } = useFormat();
  const { author, published_at, publish_at, minutes, comment_count } = article;
  return (
    <span className={classes.by}>
      <Avatar person={author} size={20} hasVisibleName />
      <bdi>{author.fullname}</bdi>
      <span>
        {publish_at && text("news.comesAt", { at: dateTime(publish_at) })}
        {!publish_at && published_at && <RelativeTime at={published_at} />}
      </span>
      <span>{text("news.minutes", { count: minutes })}</span>
      {comment_count > 0 && (
        <span className={classes.count}>
          <IconMessage size={14} stroke={1.75} aria-hidden />
          <span className="sr-only">{text("news.comments")}</span>
          {number(comment_count)}
        </span>
      )}
    </span>
  );
}

export function SectionLabel({ article }: { article: NewsRow }) {
  const text = useText();
  return (
    <span className={classes.sec}>
      {article.section && <bdi>{article.section.name}</bdi>}
      {article.pinned && <span>{text("news.pinned")}</span>}
      {article.status !== "published" && <span>{text(`news.status.${article.status}`)}</span>}
      {article.must_read && <span>{text("news.mustRead")}</span>}
    </span>
  );
}
