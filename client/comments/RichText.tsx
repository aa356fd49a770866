import { useMemo } from "react";
import { useCurrentUser } from "../platform/session";
import classes from "./RichText.module.css";

/** Text with markup as the server keeps it: it has passed the sanitiser there, and nothing else is ever shown. */
export function RichText({ html }: { html: string }) {
  const me = useCurrentUser();
  const shown = useMemo(() => ({ __html: markOwnMentions(html, me.id) }), [html, me.id]);
  return <div className={classes.text} dir="auto" dangerouslySetInnerHTML={shown} />;
}

/** One's own name stands out. */
function markOwnMentions(html: string, me: number): string {
  return html.replaceAll(`<span data-mention="${me}">`, `<span data-mention="${me}" data-me>`);
}
