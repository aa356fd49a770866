import { Button, Select } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  changeScim,
  endScim,
  createScimToken,
  readScim,
  type Scim,
} from "../../../shared/administration/scim/scim.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { refetch, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { CreatedToken } from "../../identity/security/CreatedToken";
import { ServiceUrls } from "../../identity/security/ServiceUrls";
import classes from "../../identity/security/security.module.css";
import type { ConfirmFirst } from "../../identity/security/security.slots";
import tones from "../../ui/layout/tones.module.css";

const refetchScim = () => void refetch(readScim);

export function ScimPanel(props: ConfirmFirst) {
  const text = useText();
  const query = useEndpoint(readScim, {}, { staleTime: 0 });
  const [createdToken, setCreatedToken] = useState<string | null>(null);
  return (
    <Panel title={text("scim.title")} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={3} />} failed={text("signInRules.failed")}>
        {(reply) => <Settings {...props} key={reply.data?.role_id ?? 0} reply={reply} onMade={setCreatedToken} />}
      </QueryBoundary>
      <CreatedToken token={createdToken} onClose={() => setCreatedToken(null)} />
    </Panel>
  );
}

interface SettingsProps extends ConfirmFirst {
  reply: ReplyOf<typeof readScim>;
  onMade: (token: string) => void;
}

function Settings({ reply, run, busy, onMade }: SettingsProps) {
  const text = useText();
  const { data, role_options: options, default_role_id: defaultRoleId } = reply;
  const [role, setRole] = useState(String(data?.role_id ?? defaultRoleId ?? ""));
  const [asking, setAsking] = useState<"renew" | "end" | null>(null);
  const body = { role_id: Number(role) };
  const make = () =>
    run(["create", body], async () => {
      onMade((await call(createScimToken, { body })).data.token);
      refetchScim();
    });
  const end = () =>
    run("end", async () => {
      toast.done((await call(endScim)).message);
      refetchScim();
    });
  const choose = (chosen: string | null) => {
    if (chosen === null) return;
    setRole(chosen);
    if (!data) return;
    run(["role", chosen], async () => {
      toast.done((await call(changeScim, { body: { role_id: Number(chosen) } })).message);
      refetchScim();
    });
  };
  return (
    <div className={classes.form}>
      {data ? <ScimStatus scim={data} /> : <p className={tones.muted}>{text("scim.why")}</p>}
      {data && <ServiceUrls addresses={[["scim.address", reply.address]]} />}
      <Select
        label={text("scim.role")}
        description={text("scim.role.help")}
        allowDeselect={false}
        disabled={busy}
        data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={role}
        onChange={choose}
      />
      <footer className={classes.actions}>
        {data && (
          <Button color="danger" disabled={busy} onClick={() => setAsking("end")}>
            {text("scim.end")}
          </Button>
        )}
        <Button disabled={busy || role === ""} onClick={() => (data ? setAsking("renew") : make())}>
          {text(data ? "scim.renew" : "scim.make")}
        </Button>
      </footer>
      <ConfirmDialog
        opened={asking !== null}
        title={text(asking === "end" ? "scim.endTitle" : "scim.renewTitle")}
        confirmLabel={text(asking === "end" ? "scim.end" : "scim.renew")}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          if (asking === "end") end();
          else make();
        }}
      >
        <p className={tones.muted}>{text(asking === "end" ? "scim.end.why" : "scim.renew.why")}</p>
      </ConfirmDialog>
    </div>
  );
}

function ScimStatus({ scim: { people, groups, created_at: createdAt, last_used_at: lastUsedAt } }: { scim: Scim }) {
  const text = useText();
  const { day, time } = useFormat();
  return (
    <p className={tones.muted}>
      {text("scim.looksAfter", { people, groups })}
      <br />
      <small>
        {text("scim.since", { day: day(createdAt, "medium") })} ·{" "}
        {lastUsedAt
          ? text("scim.used", { day: day(lastUsedAt, "medium"), time: time(lastUsedAt) })
          : text("apiTokens.unused")}
      </small>
    </p>
  );
}
