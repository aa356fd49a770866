import { Popover, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import {
  readRequestRoute,
  type RequestRoute,
  type RouteStep,
} from "../../../shared/approvals/approvals/request-route.contract";
import { Message, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import chain from "./ChainPreview.module.css";
import { useRuleTexts } from "./useRuleTexts";
import { ApproverAwayUntil, useRoutingReason } from "./useRoutingReason";
import classes from "./RouteExplanation.module.css";
import { useRoleName } from "../../platform/intl/useRoleName";

interface RouteExplanationProps {
  id: number;
  family: RequestFamily;
}

export function RouteExplanation(props: RouteExplanationProps) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      withRoles={false}
      opened={opened}
      onChange={setOpened}
      position="top-start"
      width={360}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.link}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {text("request.why")}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={text("request.why")} tabIndex={-1} data-autofocus>
        {opened && <Route {...props} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Route({ id, family }: RouteExplanationProps) {
  const text = useText();
  const query = useEndpoint(readRequestRoute, { params: { id } });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={3} height={36} />} failed={text("request.why.failed")}>
      {({ data }) => (
        <div className={classes.route}>
          <Rule route={data} family={family} />
          <ol className={chain.steps}>
            {data.steps.map((step) => (
              <Step key={step.id} step={step} />
            ))}
          </ol>
        </div>
      )}
    </QueryBoundary>
  );
}

function Rule({ route: { rule_name, rule }, family }: { route: RequestRoute; family: RequestFamily }) {
  const text = useText();
  const options = rule && { types: [...rule.types], departments: [...rule.departments], roles: [], people: [] };
  const { conditionOf } = useRuleTexts(family, options ?? undefined);
  if (rule_name === null) return <p>{text("request.why.noRule", { family })}</p>;
  return (
    <div>
      <strong>
        <bdi>{rule_name}</bdi>
      </strong>
      <p className={chain.quiet}>
        {rule ? text("request.why.fits", { condition: conditionOf(rule.condition) }) : text("request.why.ruleGone")}
      </p>
    </div>
  );
}

function Step({ step }: { step: RouteStep }) {
  const text = useText();
  const roleName = useRoleName();
  const why = useRoutingReason()(step);
  const { approver, role, delegatee, by, decided_by, on_behalf_of } = step;
  const who = approver?.fullname ?? roleName(role) ?? "";
  return (
    <li>
      {approver ? <Avatar person={approver} size={24} /> : <span className={chain.rolePlaceholder} aria-hidden />}
      <span className={chain.who}>
        <bdi>{who}</bdi>
        <span className={chain.quiet}>{text(`request.step.by.${by}`)}</span>
        <span className={chain.quiet}>
          <ApproverAwayUntil step={step} />
        </span>
        {why && <span className={chain.quiet}>{why}</span>}
        {decided_by && on_behalf_of ? (
          <span className={chain.quiet}>
            <Message
              id="request.why.decidedFor"
              values={{ name: <bdi>{decided_by.fullname}</bdi>, behalf: <bdi>{on_behalf_of.fullname}</bdi> }}
            />
          </span>
        ) : (
          delegatee && (
            <span className={chain.quiet}>
              <Message id="chain.delegatee" values={{ name: <bdi>{delegatee.fullname}</bdi> }} />
            </span>
          )
        )}
      </span>
    </li>
  );
}
