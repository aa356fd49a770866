import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { listPlans } from "../../../shared/billing/subscription/subscription.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { type GlyphStatus, StatusGlyph } from "../../ui/signs/StatusGlyph";
import { featureName } from "./feature-name";
import classes from "./FreePlanSummary.module.css";
import flow from "../../ui/layout/flow.module.css";

export function FreePlanSummary({ answer }: { answer: ReplyOf<typeof listPlans> }) {
  const text = useText();
  const { list } = useFormat();
  const { data: plans, features, count_summary: used } = answer;
  const free = plans.find((plan) => Number(plan.monthly_price) === 0);
  if (!free) return null;
  const included = new Set(free.features.map((feature) => feature.code));
  const paused = features
    .filter((feature) => !included.has(feature.code))
    .map((feature) => featureName(text, feature.code, feature.name));

  const limit = (count: number, allowed: number | null, id: "expired.people" | "expired.projects") =>
    allowed === null ? null : { over: count > allowed, label: text(id, { count, limit: allowed }) };
  const limits = [
    limit(used.users, free.user_limit, "expired.people"),
    limit(used.projects, free.project_limit, "expired.projects"),
  ].filter((one) => one !== null);

  return (
    <section className={classes.panel}>
      <h2>{text("expired.meaning")}</h2>
      <ul>
        <Row status="done" label={text("expired.readable")} />
        {limits.map(({ over, label }) => (
          <Row
            key={label}
            status={over ? "waiting" : "done"}
            label={label}
            note={over ? text("expired.noNew") : undefined}
          />
        ))}
        {paused.length > 0 && <Row status="rejected" label={list(paused)} note={text("expired.paused")} />}
      </ul>
    </section>
  );
}

function Row({ status, label, note }: { status: GlyphStatus; label: string; note?: string }) {
  return (
    <li>
      <StatusGlyph status={status} />
      <span className={flow.grow}>{label}</span>
      {note && <span className={classes.note}>{note}</span>}
    </li>
  );
}
