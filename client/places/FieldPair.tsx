import type { ReactNode } from "react";
import classes from "./places.module.css";

/** Fields side by side, where there is space. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>;
