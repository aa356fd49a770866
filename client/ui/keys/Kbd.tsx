import type { ReactNode } from "react";
import classes from "./Kbd.module.css";

export function Kbd({ children, bare = false }: { children: ReactNode; bare?: boolean }) {
  return (
    <kbd className={classes.kbd} data-bare={bare || undefined} dir="ltr">
      {children}
    </kbd>
  );
}
