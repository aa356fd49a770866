import { Fragment, type ReactNode } from "react";

/** Elements by the name of their field, in the order in which they are stated. */
export const inOrder = (elements: Readonly<Record<string, ReactNode>>): ReactNode[] =>
  Object.entries(elements).map(([name, element]) => <Fragment key={name}>{element}</Fragment>);
