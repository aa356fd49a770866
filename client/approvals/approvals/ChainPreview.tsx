import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { tryRules, type PlannedStep } from "../../../shared/approvals/approvals/approval-rules.contract";
import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import type { BodyOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { call } from "../../platform/api";
import { Message, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { Skeleton } from "../../ui/states/Skeleton";
import classes from "./ChainPreview.module.css";
import { ApproverAwayUntil, useRoutingReason } from "./useRoutingReason";
import { useRoleName } from "../../platform/intl/useRoleName";

type DryRunInput = BodyOf<typeof tryRules>;

interface ChainPreviewProps {
  family: RequestFamily;
  /** `purchase`, or the id of a leave type or template as text. Nothing is shown while it is null because no type is chosen. */
  type: string | null;
  /** Decimal number as text. */
  amount?: string | null;
  currency?: string | null;
  /** Cost in the tenant's currency, for request families that have a cost. */
  cost?: string | null;
  /** Year of the budget that the request is charged to, for request families that have budgets. */
  budgetYear?: number | null;
  /** Id of the employee for whom the chain is previewed; set only by users who manage the rules. */
  requesterId?: number | null;
  /** Unsaved steps to preview instead of the saved rules. */
  steps?: DryRunInput["steps"];
}

export function ChainPreview({
  family,
  type,
  amount,
  currency,
  cost,
  budgetYear,
  requesterId,
  steps,
}: ChainPreviewProps) {
  const text = useText();
  const titleId = useId();
  const body = {
    family,
    type: type ?? "",
    amount,
    currency,
    cost,
    budget_year: budgetYear,
    requester_id: requesterId,
    steps,
  };
  const query = useQuery<ReplyOf<typeof tryRules>, Error>({
    queryKey: [tryRules.path, body],
    queryFn: ({ signal }) => call(tryRules, { body, signal }),
    enabled: Boolean(type),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  if (!type) return null;
  const plan = query.data?.data;
  return (
    <section className={classes.preview} aria-labelledby={titleId} aria-live="polite">
      <h2 id={titleId}>{text("chain.title")}</h2>
      {query.isError ? (
        <p className={classes.quiet}>{text("chain.failed")}</p>
      ) : plan ? (
        <>
          <ol className={classes.steps}>
            {plan.steps.map((step, at) => (
              // steps have no id before the request is sent
              <Step key={at} step={step} />
            ))}
          </ol>
          {!steps && (
            <p className={classes.quiet}>
              {plan.rule ? (
                <Message id="request.byRule" values={{ rule: <bdi>{plan.rule}</bdi> }} />
              ) : (
                text("chain.noRule", { family })
              )}
            </p>
          )}
          {plan.four_eyes && (plan.steps.length > 1 || requestFamilyDefinitions[family].paid) && (
            <p className={classes.quiet}>{text("chain.fourEyes", { family })}</p>
          )}
        </>
      ) : (
        <Skeleton height={40} />
      )}
    </section>
  );
}

function Step({ step }: { step: PlannedStep }) {
  const text = useText();
  const roleName = useRoleName();
  const whyAsked = useRoutingReason();
  const { approver, role, delegatee, instead_of, by, route } = step;
  return (
    <li>
      {approver ? <Avatar person={approver} size={24} /> : <span className={classes.rolePlaceholder} aria-hidden />}
      <span className={classes.who}>
        <bdi>{approver?.fullname ?? roleName(role) ?? ""}</bdi>
        <span className={classes.quiet}>
          <ApproverAwayUntil step={step} />
        </span>
        <span className={classes.quiet}>
          {delegatee ? (
            <Message id="chain.delegatee" values={{ name: <bdi>{delegatee.fullname}</bdi> }} />
          ) : (
            (whyAsked({ route, instead_of }) ?? text(`request.step.by.${by}`))
          )}
        </span>
      </span>
    </li>
  );
}
