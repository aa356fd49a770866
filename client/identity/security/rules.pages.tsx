import { Button, Switch } from "@mantine/core";
import { Suspense, useState } from "react";
import {
  changeSecondFactorRule,
  listSecondFactors,
  type PersonFactors,
  readSecondFactorRule,
  resetSecondFactor,
  type SecondFactorRule,
} from "../../../shared/identity/session/second-factor-rule.contract";
import { call } from "../../platform/api";
import { useRoleName } from "../../platform/intl/useRoleName";
import { useFormat, useText } from "../../platform/intl/useText";
import { refetch, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { Avatar } from "../../ui/signs/Avatar";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { type ConfirmFirst, signInRulePanels } from "./security.slots";
import { SignOnPanel } from "./SignOnPanel";
import classes from "./security.module.css";
import { usePasswordConfirmation } from "./usePasswordConfirmation";
import tones from "../../ui/layout/tones.module.css";

const refetchRules = () => {
  void refetch(readSecondFactorRule, listSecondFactors);
};

export function SignInRulesPage() {
  const text = useText();
  const can = useCan();
  const { run, confirmed, busy, dialog } = usePasswordConfirmation();
  const rule = useEndpoint(readSecondFactorRule, {}, { staleTime: 0 });
  return (
    <>
      <PageHead title={text("title.signInRules")} />
      <div className={classes.page}>
        <Panel title={text("rules.who")} padded>
          <QueryBoundary query={rule} loading={<SkeletonRows rows={4} />} failed={text("signInRules.failed")}>
            {({ data }) => data && <Rule rule={data} run={run} busy={busy} mayChange={can("tenant-edit")} />}
          </QueryBoundary>
        </Panel>
        {can("tenant-edit") && <SignOnPanel confirmed={confirmed} run={run} />}
        <Suspense>
          {signInRulePanels.entries.map(
            ({ permission, Panel: Part }, at) => can(permission) && <Part key={at} run={run} busy={busy} />,
          )}
        </Suspense>
        {can("user-edit") && <People run={run} busy={busy} />}
      </div>
      {dialog}
    </>
  );
}

function Rule({ rule, run, busy, mayChange }: ConfirmFirst & { rule: SecondFactorRule; mayChange: boolean }) {
  const roleName = useRoleName();
  const text = useText();
  const save = (role_id: number | null, required: boolean) =>
    run([role_id, required], async () => {
      toast.done((await call(changeSecondFactorRule, { body: { role_id, required } })).message ?? "");
      refetchRules();
    });
  return (
    <div className={classes.switches}>
      <p className={tones.muted}>{text("signInRules.why")}</p>
      <Switch
        label={text("rules.everybody")}
        checked={rule.everybody}
        disabled={busy || !mayChange}
        onChange={(event) => save(null, event.currentTarget.checked)}
      />
      {rule.roles.map((role) => (
        <Switch
          key={role.id}
          label={text("rules.role", { role: roleName(role) ?? "", count: role.people })}
          checked={rule.everybody || role.required}
          disabled={busy || rule.everybody || !mayChange}
          onChange={(event) => save(role.id, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

function People({ run, busy }: ConfirmFirst) {
  const text = useText();
  const { number } = useFormat();
  const query = useEndpoint(listSecondFactors, {}, { staleTime: 0 });
  const [chosen, setChosen] = useState<PersonFactors | null>(null);
  return (
    <Panel title={text("rules.people")} count={query.data?.data && number(query.data.data.length)} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("signInRules.failed")}>
        {({ data }) => (
          <ul className={classes.list}>
            {data.map((person) => (
              <li key={person.id}>
                <Avatar person={person} size={24} hasVisibleName />
                <span>
                  <bdi>{person.fullname}</bdi>
                  <small>
                    <bdi>{person.role}</bdi> · <Factors person={person} />
                  </small>
                </span>
                {person.can.reset && (
                  <Button
                    size="xs"
                    color="danger"
                    disabled={busy}
                    aria-label={text("rules.resetOne", { name: person.fullname })}
                    onClick={() => setChosen(person)}
                  >
                    {text("rules.reset")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <ConfirmDialog
        opened={chosen !== null}
        title={text("rules.resetOne", { name: chosen?.fullname ?? "" })}
        confirmLabel={text("rules.reset")}
        onClose={() => setChosen(null)}
        onConfirm={() => {
          const id = chosen?.id;
          setChosen(null);
          if (id === undefined) return;
          run(["reset", id], async () => {
            toast.done((await call(resetSecondFactor, { params: { id } })).message);
            refetchRules();
          });
        }}
      >
        <p className={tones.muted}>{text("rules.reset.why")}</p>
      </ConfirmDialog>
    </Panel>
  );
}

function Factors({ person: { totp, passkeys, required } }: { person: PersonFactors }) {
  const text = useText();
  const { list } = useFormat();
  const has = [totp && text("rules.hasApp"), passkeys > 0 && text("rules.hasPasskeys", { count: passkeys })];
  const factorNames = has.filter((one): one is string => typeof one === "string");
  if (factorNames.length > 0) return list(factorNames);
  return <span data-missing={required || undefined}>{text(required ? "rules.missing" : "signInRules.none")}</span>;
}
