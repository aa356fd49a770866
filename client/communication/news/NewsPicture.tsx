import type { NewsRow } from "../../../shared/communication/news/news.replies";
import classes from "./news.module.css";

interface NewsPictureProps {
  picture: NewsRow["picture"];
  /** `lead` and `hero` are the large versions above an article. */
  size?: "lead" | "row" | "hero";
}

export function NewsPicture({ picture, size = "row" }: NewsPictureProps) {
  if (!picture) return size === "row" ? <span className={classes.pic} data-none aria-hidden /> : null;
  const src = size === "row" ? (picture.preview_url ?? picture.url) : picture.url;
  return (
    <span className={classes.pic} data-size={size}>
      <img src={src} alt={size === "row" ? "" : picture.alt} loading={size === "row" ? "lazy" : "eager"} />
    </span>
  );
}
