import { Clip } from "../ui/signs/Clip";
import classes from "./organisation.module.css";

/** A record's name: a button where it opens its panel, text where one may only read. */
export function OpenRecord({ name, onOpen }: { name: string; onOpen: (() => void) | null }) {
  if (!onOpen) return <Clip>{name}</Clip>;
  return (
    <button type="button" className={classes.open} onClick={onOpen}>
      <Clip>{name}</Clip>
    </button>
  );
}
