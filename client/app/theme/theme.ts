// Mantine's theme from our tokens (tokens.css). Its own styles read gray-4 and dark-4 for the edges of inputs and
// checkboxes, so those two are --control-line.
import {
  createTheme,
  type ExtendComponent,
  type FactoryPayload,
  type MantineColorsTuple,
  type ButtonFactory,
  type ActionIconFactory,
  type InputWrapperFactory,
  type AvatarFactory,
  type ProgressFactory,
  type TextareaFactory,
  type NumberInputFactory,
  type SelectFactory,
  type CheckboxFactory,
  type PaperFactory,
  type MenuFactory,
  type PopoverFactory,
  type ModalFactory,
  type MultiSelectFactory,
  type DrawerFactory,
  type TableFactory,
  type BadgeFactory,
  type SegmentedControlFactory,
  type TooltipFactory,
  type LoaderFactory,
  type ComboboxFactory,
} from "@mantine/core";
import { atPoint, fitted, sheet } from "../../ui/dropdown";

const accent: MantineColorsTuple = [
  "#E3F8FE",
  "#C8EEF9",
  "#9FDCEE",
  "#74C5DC",
  "#4FADC6",
  "#3294AC",
  "#0E7D95",
  "#006C81",
  "#005D6F",
  "#004250",
];
const gray: MantineColorsTuple = [
  "#F4F7F8",
  "#EAEFF0",
  "#DCE1E2",
  "#C3CACD",
  "#849095",
  "#707D82",
  "#5B686D",
  "#475458",
  "#2B383C",
  "#162024",
];
const dark: MantineColorsTuple = [
  "#E9EEEF",
  "#AEB6B9",
  "#8E989B",
  "#798488",
  "#647074",
  "#374044",
  "#161C1F",
  "#0E1416",
  "#0A0F11",
  "#070C0E",
];
const ok: MantineColorsTuple = [
  "#E5FAEA",
  "#CDF1D5",
  "#A8E1B6",
  "#80CB95",
  "#5FB479",
  "#459B61",
  "#2C834C",
  "#1E723E",
  "#105C30",
  "#0C4623",
];
const warn: MantineColorsTuple = [
  "#FFF1E2",
  "#FDE1C2",
  "#F4C897",
  "#E2AC6B",
  "#CC9147",
  "#B2782C",
  "#9A620A",
  "#865400",
  "#6C4300",
  "#533200",
];
const danger: MantineColorsTuple = [
  "#FFEFED",
  "#FFDDD9",
  "#FFBFB7",
  "#FF968C",
  "#F66D64",
  "#DA534D",
  "#BF3A37",
  "#A92C2B",
  "#8B1E1E",
  "#6B1616",
];

/** Typed like a component's own `extend`, without importing it: the theme is on every page, most components aren't. */
const part = <Factory extends FactoryPayload>(options: ExtendComponent<Factory>) => options as object;

const overlay = { color: "var(--scrim)", backgroundOpacity: 1 };

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, gray, dark, ok, warn, danger },
  fontFamily: "var(--font)",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, monospace",
  fontSizes: { xs: "var(--fs-xs)", sm: "var(--fs-sm)", md: "var(--fs-sm)", lg: "var(--fs-md)", xl: "var(--fs-lg)" },
  lineHeights: { xs: "var(--lh-xs)", sm: "var(--lh-sm)", md: "var(--lh-sm)", lg: "var(--lh-md)", xl: "var(--lh-lg)" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "var(--fs-xl)", lineHeight: "var(--lh-xl)" },
      h2: { fontSize: "var(--fs-lg)", lineHeight: "var(--lh-lg)" },
      h3: { fontSize: "var(--fs-sm)", lineHeight: "var(--lh-sm)" },
      h4: { fontSize: "var(--fs-xs)", lineHeight: "var(--lh-xs)", fontWeight: "500" },
    },
  },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "var(--r-xs)", sm: "var(--r-sm)", md: "var(--r-md)", lg: "var(--r-lg)", xl: "var(--r-full)" },
  defaultRadius: "sm",
  shadows: { xs: "var(--sh-1)", sm: "var(--sh-1)", md: "var(--sh-2)", lg: "var(--sh-3)", xl: "var(--sh-3)" },
  breakpoints: { xs: "24.375em", sm: "48em", md: "64em", lg: "73.75em", xl: "90em" },
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  // What can be a default is one; how parts look is in mantine.css.
  components: {
    Button: part<ButtonFactory>({
      defaultProps: { size: "sm", variant: "default" },
      vars: (_theme, props) => ({
        root: {
          "--button-height": props.size === "xs" ? "var(--h-sm)" : props.size === "md" ? "var(--h-lg)" : "var(--h-md)",
          "--button-padding-x": props.size === "xs" ? "9px" : "12px",
          "--button-fz": "var(--fs-sm)",
        },
      }),
    }),
    ActionIcon: part<ActionIconFactory>({ defaultProps: { variant: "subtle", color: "gray", size: 32 } }),
    InputWrapper: part<InputWrapperFactory>({
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    }),
    Avatar: part<AvatarFactory>({ defaultProps: { size: 24, radius: "xl" } }),
    Progress: part<ProgressFactory>({ defaultProps: { size: 4, radius: "xs" } }),
    Textarea: part<TextareaFactory>({ defaultProps: { autosize: true, minRows: 2 } }),
    NumberInput: part<NumberInputFactory>({ defaultProps: { hideControls: true } }),
    // The list of options scrolls itself: a scrolling box inside it would be a stop that keys can't reach.
    Select: part<SelectFactory>({
      defaultProps: { checkIconPosition: "right", comboboxProps: fitted, withScrollArea: false },
    }),
    MultiSelect: part<MultiSelectFactory>({
      defaultProps: { checkIconPosition: "right", comboboxProps: fitted, withScrollArea: false },
    }),
    Checkbox: part<CheckboxFactory>({ defaultProps: { size: "xs", radius: "xs" } }),
    Paper: part<PaperFactory>({ defaultProps: { radius: "lg", withBorder: true } }),
    // The first item takes the focus itself; an empty stand-in before it is no child that a menu may have.
    Menu: part<MenuFactory>({
      defaultProps: {
        ...fitted,
        ...sheet,
        position: "bottom-start",
        offset: 4,
        withInitialFocusPlaceholder: false,
      },
    }),
    MenuSub: { defaultProps: atPoint },
    Popover: part<PopoverFactory>({ defaultProps: { ...fitted, ...sheet, offset: 6 } }),
    // A list under a field stays there: a sheet would lie below the keyboard.
    Combobox: part<ComboboxFactory>({ defaultProps: { ...fitted, withOverlay: false } }),
    ModalRoot: {
      defaultProps: {
        radius: "lg",
        centered: true,
        shadow: "lg",
        transitionProps: { transition: "fade-up", duration: 160 },
      },
    },
    Modal: part<ModalFactory>({ defaultProps: { radius: "lg", centered: true, shadow: "lg" } }),
    // Else every dialog would bring a second banner into the page.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    ModalOverlay: { defaultProps: overlay },
    Drawer: part<DrawerFactory>({
      defaultProps: {
        position: "right",
        size: 660,
        shadow: "lg",
        transitionProps: { duration: 260, timingFunction: "var(--ease-out)" },
      },
    }),
    DrawerOverlay: { defaultProps: overlay },
    Table: part<TableFactory>({
      defaultProps: {
        highlightOnHover: true,
        withRowBorders: true,
        verticalSpacing: 8,
        horizontalSpacing: 12,
        fz: "sm",
      },
      vars: () => ({
        table: { "--table-border-color": "var(--line)", "--table-highlight-on-hover-color": "var(--hover)" },
      }),
    }),
    Badge: part<BadgeFactory>({ defaultProps: { variant: "light", radius: "xl", tt: "none", fw: 400 } }),
    SegmentedControl: part<SegmentedControlFactory>({
      defaultProps: { size: "xs", radius: "sm", withItemsBorders: false },
    }),
    Tooltip: part<TooltipFactory>({ defaultProps: { openDelay: 350, offset: 6, fz: "xs", radius: "xs" } }),
    Loader: part<LoaderFactory>({ defaultProps: { size: "xs", type: "oval" } }),
  },
});
