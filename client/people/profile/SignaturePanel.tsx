import { Button, FileButton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import SignaturePad from "signature_pad";
import { readOwnProfile } from "../../../shared/people/people/users.contract";
import { uploadSignature } from "../../../shared/people/profile/profile.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import classes from "./profile.module.css";
import flow from "../../ui/layout/flow.module.css";

export function SignaturePanel({ signature }: { signature: string | null }) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const signaturePad = new SignaturePad(element, { penColor: "black" });
    signaturePad.addEventListener("endStroke", () => setDrawn(true));
    pad.current = signaturePad;
    return () => signaturePad.off();
  }, []);
  const clear = () => {
    pad.current?.clear();
    setDrawn(false);
  };
  const save = async (file: Blob, name: string) => {
    setPending(true);
    setProblem(null);
    try {
      const body = new FormData();
      body.set("signature", file, name);
      const { message } = await call(uploadSignature, { body });
      toast.done(message);
      void refetch(readOwnProfile);
      clear();
    } catch (error) {
      if (error instanceof ProblemError && error.errors.signature) setProblem(error.errors.signature[0] ?? null);
      else reportFailure(error as Error);
    } finally {
      setPending(false);
    }
  };
  const saveDrawn = () => {
    const svg = pad.current?.toSVG();
    if (svg) void save(new Blob([svg], { type: "image/svg+xml" }), "signature.svg");
  };
  return (
    <div className={flow.stack}>
      {signature && <img src={signature} alt={text("profile.signature.alt")} className={classes.signature} />}
      <canvas
        ref={canvas}
        width={400}
        height={140}
        className={classes.pad}
        role="img"
        aria-label={text("profile.signature.draw")}
      />
      <p className={classes.note}>{text("profile.signature.why")}</p>
      {problem && <p role="alert">{problem}</p>}
      <div className={flow.actions}>
        <FileButton accept="image/jpeg,image/gif,image/svg+xml" onChange={(file) => file && void save(file, file.name)}>
          {(props) => (
            <Button {...props} variant="default">
              {text("profile.signature.upload")}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" color="gray" disabled={!drawn} onClick={clear}>
          {text("profile.signature.clear")}
        </Button>
        <Button variant="filled" disabled={!drawn} loading={pending} onClick={saveDrawn}>
          {text("profile.signature.save")}
        </Button>
      </div>
    </div>
  );
}
