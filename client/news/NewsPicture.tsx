import type { NewsRow } from "../../shared/news/news.replies";
import classes from "./news.module.css";

interface NewsPictureProps {
  picture: NewsRow["picture"];
  /** The large one, above an article; else as rows have it. */
  size?: "lead" | "row" | "hero";
}

/** The picture of an article; where it has none, rows keep their measure by a plain field. */
export function NewsPicture({ picture, size = "row" }: NewsPictureProps) {
  if (!picture) return size === "row" ? <span className={classes.pic} data-none aria-hidden /> : null;
  const src = size === "row" ? (picture.preview_url ?? picture.url) : picture.url;
  return (
    <span className={classes.pic} data-size={size}>
      <img src={src} alt={size === "row" ? "" : picture.alt} loading={size === "row" ? "lazy" : "eager"} />
    </span>
  );
}
