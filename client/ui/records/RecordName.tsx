import { TruncatedName } from "../signs/TruncatedName";
import classes from "./records.module.css";

export function RecordName({ name, onOpen }: { name: string; onOpen: (() => void) | null }) {
  if (!onOpen) return <TruncatedName>{name}</TruncatedName>;
  return (
    <button type="button" className={classes.open} onClick={onOpen}>
      <TruncatedName>{name}</TruncatedName>
    </button>
  );
}
