import { Button, FileButton } from "@mantine/core";
import { useState } from "react";
import { removeTenantLogo, uploadTenantLogo } from "../../../shared/administration/tenants/tenants.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useSingleRun } from "../../platform/single-run";
import { PictureCrop } from "../../ui/fields/PictureCrop";
import { TenantLogo } from "../../ui/signs/TenantLogo";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import classes from "./tenants.module.css";

const drawing = "image/svg+xml";

export function LogoPanel({ name, logo }: { name: string; logo: string | null }) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const [run, pending] = useSingleRun();
  const save = async (picture: Blob, called: string) => {
    const body = new FormData();
    body.set("logo", picture, called);
    toast.done((await call(uploadTenantLogo, { body })).message ?? "");
  };
  const choose = (chosen: File | null) => {
    if (chosen?.type === drawing)
      void run(["upload", chosen.name, chosen.lastModified], () => save(chosen, "logo.svg"));
    else setFile(chosen);
  };
  const remove = () => run("remove", async () => toast.done((await call(removeTenantLogo, {})).message ?? ""));
  return (
    <Panel title={text("tenant.logo")} padded>
      <div className={classes.logo}>
        <TenantLogo name={name} logo={logo} size={56} />
        <p>{text("tenant.logo.why")}</p>
        <div className={classes.buttons}>
          <FileButton accept={`image/jpeg,image/png,image/gif,${drawing}`} onChange={choose}>
            {(props) => (
              <Button {...props} variant="default" loading={pending}>
                {text("tenant.logo.choose")}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button variant="subtle" color="gray" disabled={pending} onClick={() => void remove()}>
              {text("tenant.logo.remove")}
            </Button>
          )}
        </div>
      </div>
      {file && (
        <PictureCrop
          key={file.name + file.lastModified}
          file={file}
          title={text("tenant.logo.crop")}
          as="image/png"
          field="logo"
          save={(picture) => save(picture, "logo.png")}
          onClose={() => setFile(null)}
        />
      )}
    </Panel>
  );
}
