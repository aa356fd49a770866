import type { ReactNode } from "react";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import { Message, useText } from "../platform/intl/useText";

/** In whose place somebody is asked, and why; null for whom the rule means. */
export function useWhyAsked(): (step: {
  route: RequestStep["route"];
  instead_of: { fullname: string } | null;
}) => ReactNode | null {
  const text = useText();
  return ({ route, instead_of }) => {
    if (route === "alone") return text("chain.alone");
    const how = route === "rule" ? "upward" : route;
    if (instead_of)
      return <Message id={`chain.insteadOf.${how}`} values={{ name: <bdi>{instead_of.fullname}</bdi> }} />;
    if (route === "handed") return text("chain.handed");
    if (route === "four_eyes") return text("chain.apart");
    return route === "administrators" ? text("chain.nobody") : null;
  };
}
