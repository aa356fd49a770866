import { Fragment } from "react";

/** Texts with dots between them. Each is isolated, because names of another direction would reorder their neighbours. */
export function JoinedTexts({ texts }: { texts: readonly (string | null | undefined)[] }) {
  return texts
    .filter((each) => Boolean(each))
    .map((each, at) => (
      <Fragment key={at}>
        {at > 0 && " · "}
        <bdi>{each}</bdi>
      </Fragment>
    ));
}
