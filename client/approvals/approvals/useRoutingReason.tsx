import type { ReactNode } from "react";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { Message, useFormat, useText } from "../../platform/intl/useText";

/** Explains why an approver decides instead of another user; returns null if the rule chose the approver directly. */
export function useRoutingReason(): (step: {
  route: RequestStep["route"];
  instead_of: { fullname: string } | null;
}) => ReactNode | null {
  const text = useText();
  return ({ route, instead_of }) => {
    if (route === "alone") return text("chain.alone");
    if (route === "same_person") return text("chain.samePerson");
    if (route === "absent" && !instead_of) return text("chain.absent");
    const how = route === "rule" ? "upward" : route;
    if (instead_of)
      return <Message id={`chain.insteadOf.${how}`} values={{ name: <bdi>{instead_of.fullname}</bdi> }} />;
    if (route === "handed") return text("chain.handed");
    if (route === "four_eyes") return text("chain.apart");
    return route === "administrators" ? text("chain.nobody") : null;
  };
}

type AwayStep = Pick<RequestStep, "away_until" | "meant_away_until" | "instead_of">;

export function ApproverAwayUntil({ step: { away_until, meant_away_until, instead_of } }: { step: AwayStep }) {
  const text = useText();
  const { day } = useFormat();
  return (
    <>
      {away_until && <span data-away>{text("chain.awayUntil", { day: day(away_until) })}</span>}
      {instead_of && meant_away_until && (
        <span data-away>
          <bdi>{instead_of.fullname}</bdi>: {text("chain.awayUntil", { day: day(meant_away_until) })}
        </span>
      )}
    </>
  );
}
