import { Button } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { readSignOn, removeSignOn } from "../../../shared/identity/session/sign-on.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { ServiceUrls } from "./ServiceUrls";
import { SignOnForm } from "./SignOnForm";
import classes from "./security.module.css";
import type { usePasswordConfirmation } from "./usePasswordConfirmation";
import tones from "../../ui/layout/tones.module.css";

type ConfirmFirst = Pick<ReturnType<typeof usePasswordConfirmation>, "run" | "confirmed">;
export type SignOnReply = ReplyOf<typeof readSignOn>;

const refetchSignOn = () => void refetch(readSignOn);

export function SignOnPanel({ run, confirmed }: ConfirmFirst) {
  const text = useText();
  const query = useEndpoint(readSignOn, {}, { staleTime: 0 });
  return (
    <Panel title={text("signOn.title")} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={3} />} failed={text("signInRules.failed")}>
        {(reply) => <Settings reply={reply} run={run} confirmed={confirmed} />}
      </QueryBoundary>
    </Panel>
  );
}

function Settings({ reply, run, confirmed }: ConfirmFirst & { reply: SignOnReply }) {
  const text = useText();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { data } = reply;
  if (editing) {
    return (
      <>
        <Addresses {...reply} />
        <SignOnForm
          reply={reply}
          confirmed={confirmed}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            refetchSignOn();
          }}
        />
      </>
    );
  }
  return (
    <div className={classes.row}>
      {data ? (
        <p>
          <bdi>{data.name}</bdi> · <bdi>{data.issuer}</bdi>
          <br />
          <small>
            {text("signOn.people", { count: data.people })}
            {data.required && <> · {text("signOn.required.on")}</>}
          </small>
        </p>
      ) : (
        <p>{text("signOn.why")}</p>
      )}
      <Button onClick={() => setEditing(true)}>{text(data ? "signOn.change" : "signOn.setUp")}</Button>
      {data && (
        <Button color="danger" onClick={() => setRemoving(true)}>
          {text("signOn.remove")}
        </Button>
      )}
      <ConfirmDialog
        opened={removing}
        title={text("signOn.removeTitle")}
        confirmLabel={text("signOn.remove")}
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          run("remove", async () => {
            toast.done((await call(removeSignOn)).message);
            refetchSignOn();
          });
        }}
      >
        <p className={tones.muted}>{text("signOn.remove.why")}</p>
      </ConfirmDialog>
    </div>
  );
}

const Addresses = ({ redirect_uri, sign_out_uri }: SignOnReply) => (
  <ServiceUrls
    addresses={[
      ["signOn.redirect", redirect_uri],
      ["signOn.signOut", sign_out_uri],
    ]}
  />
);
