import { Button } from "@mantine/core";
import { useState } from "react";
import { type ApiToken, listApiTokens, revokeApiToken } from "../../../shared/identity/session/api-token.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { refetch, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { ApiTokenForm } from "./ApiTokenForm";
import { CreatedToken } from "./CreatedToken";
import classes from "./security.module.css";
import { usePasswordConfirmation } from "./usePasswordConfirmation";
import { Dialog } from "../../ui/Dialog";
import tones from "../../ui/layout/tones.module.css";

const refetchTokens = () => void refetch(listApiTokens);

export function ApiTokensPanel() {
  const text = useText();
  const { number } = useFormat();
  const query = useEndpoint(listApiTokens, {}, { staleTime: 0 });
  const { run, confirmed, dialog } = usePasswordConfirmation();
  const [making, setMaking] = useState(false);
  const [createdToken, setCreatedToken] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  return (
    <Panel title={text("apiTokens.title")} count={query.data?.data && number(query.data.data.length)} padded>
      <div className={classes.row}>
        <p>{text("apiTokens.why")}</p>
        <Button onClick={() => setMaking(true)}>{text("apiTokens.new")}</Button>
      </div>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("apiTokens.failed")}>
        {({ data }) =>
          data.length > 0 && (
            <ul className={classes.list}>
              {data.map((token) => (
                <ApiTokenItem key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Dialog opened={making} onClose={() => setMaking(false)} title={text("apiTokens.new")} size={560}>
        {making && (
          <ApiTokenForm
            confirmed={confirmed}
            onMade={(token) => {
              setMaking(false);
              setCreatedToken(token);
              refetchTokens();
            }}
          />
        )}
      </Dialog>
      <CreatedToken token={createdToken} onClose={() => setCreatedToken(null)} />
      <ConfirmDialog
        opened={revoking !== null}
        title={text("apiTokens.revokeOne", { name: revoking?.name ?? "" })}
        confirmLabel={text("apiTokens.revoke")}
        onClose={() => setRevoking(null)}
        onConfirm={() => {
          const id = revoking?.id;
          setRevoking(null);
          if (id === undefined) return;
          run(["revoke", id], async () => {
            toast.done((await call(revokeApiToken, { params: { id } })).message);
            refetchTokens();
          });
        }}
      >
        <p className={tones.muted}>{text("apiTokens.revoke.why")}</p>
      </ConfirmDialog>
      {dialog}
    </Panel>
  );
}

function ApiTokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const text = useText();
  const { day, list } = useFormat();
  const { name, scopes, expires_at, last_used_at } = token;
  const ended = Date.parse(expires_at) <= useNow().getTime();
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        <small>{list(scopes.map((scope) => text(`permission.${scope}`)))}</small>
        <small data-missing={ended || undefined}>
          {text(ended ? "apiTokens.ended" : "apiTokens.ends", { day: day(expires_at, "medium") })} ·{" "}
          {last_used_at ? text("apiTokens.used", { day: day(last_used_at, "medium") }) : text("apiTokens.unused")}
        </small>
      </span>
      <Button size="xs" color="danger" aria-label={text("apiTokens.revokeOne", { name })} onClick={onRevoke}>
        {text("apiTokens.revoke")}
      </Button>
    </li>
  );
}
