import { Fragment } from "react";
import { highlightRanges } from "../../../shared/kernel/text/highlight";
import classes from "./search.module.css";

/** Text in which the parts that match the search words are marked. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  let end = 0;
  const parts = highlightRanges(text, words).map(([from, to]) => {
    const before = text.slice(end, from);
    end = to;
    return (
      <Fragment key={from}>
        {before}
        <mark className={classes.match}>{text.slice(from, to)}</mark>
      </Fragment>
    );
  });
  return (
    <bdi>
      {parts}
      {text.slice(end)}
    </bdi>
  );
}
