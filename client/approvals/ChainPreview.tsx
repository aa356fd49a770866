import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { dryRun, type PlannedStep } from "../../shared/approvals/approval-rules.contract";
import { families, type RequestFamily } from "../../shared/requests/families";
import type { BodyOf, ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "../platform/api";
import { Message, useText } from "../platform/intl/useText";
import { Avatar } from "../ui/signs/Avatar";
import { Skeleton } from "../ui/states/Skeleton";
import classes from "./ChainPreview.module.css";
import { useWhyAsked } from "./useWhyAsked";

type DryRunInput = BodyOf<typeof dryRun>;

interface ChainPreviewProps {
  family: RequestFamily;
  /** `purchase`, or the id of a leave type or template as text. Null: not chosen yet, and nothing is shown. */
  type: string | null;
  /** Decimals as text. */
  amount?: string | null;
  currency?: string | null;
  /** In the organisation's currency, of families that have one. */
  cost?: string | null;
  /** Of somebody else, for those who make the rules. */
  requesterId?: number | null;
  /** Steps that aren't saved yet, instead of the rules. */
  steps?: DryRunInput["steps"];
}

/** Where a request would go if it were sent now: who is asked, in order, and why it is them. */
export function ChainPreview({ family, type, amount, currency, cost, requesterId, steps }: ChainPreviewProps) {
  const text = useText();
  const titleId = useId();
  const body = { family, type: type ?? "", amount, currency, cost, requester_id: requesterId, steps };
  const query = useQuery<ReplyOf<typeof dryRun>, Error>({
    queryKey: [dryRun.path, body],
    queryFn: ({ signal }) => call(dryRun, { body, signal }),
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
              // A chain has no other key than its order.
              // Steps have no id before they are sent
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
          {plan.four_eyes && (plan.steps.length > 1 || families[family].paid) && (
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
  const whyAsked = useWhyAsked();
  const { approver, role, delegatee, instead_of, by, route } = step;
  return (
    <li>
      {approver ? <Avatar person={approver} size={24} /> : <span className={classes.office} aria-hidden />}
      <span className={classes.who}>
        <bdi>{approver?.fullname ?? role?.name ?? ""}</bdi>
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
