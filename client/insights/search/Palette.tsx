import { Dialog } from "../../ui/Dialog";
import { closePalette, palette$ } from "../../ui/palette/palette";
import { useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { PaletteBody } from "./PaletteBody";
import classes from "./Palette.module.css";

export function Palette({ hasPanel }: { hasPanel: boolean }) {
  const text = useText();
  const narrow = useIsPhoneWidth();
  return (
    <Dialog
      opened={useStore(palette$) !== null}
      onClose={closePalette}
      title={text("palette.title")}
      withCloseButton={false}
      centered={false}
      size={680}
      yOffset={88}
      padding={0}
      fullScreen={narrow}
      transitionProps={{ duration: 0 }}
      classNames={{ header: "sr-only", body: classes.body, content: classes.content }}
    >
      <PaletteBody hasPanel={hasPanel} />
    </Dialog>
  );
}
