// Mantine's theme from our tokens (tokens.css). Mantine uses gray-4 and dark-4 for the borders of inputs and checkboxes, so both map to
// --control-line.
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
  type SelectFactory,
  type AutocompleteFactory,
  type TagsInputFactory,
  type CheckboxFactory,
  type FileButtonFactory,
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
import { atPointerProps, dropdownProps, bottomSheetProps } from "../../ui/dropdown";
import { optionsFilter } from "../../ui/fields/options-filter";

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

/** Typed like a component's `extend` without importing the component: the theme is on every page, most components aren't. */
const componentTheme = <Factory extends FactoryPayload>(options: ExtendComponent<Factory>) => options as object;

/** Shared defaults of select fields. Enter picks the first match of the typed text (client/ui/keys/pickers.ts). */
const pickerDefaults = {
  checkIconPosition: "right",
  comboboxProps: dropdownProps,
  withScrollArea: false,
  filter: optionsFilter,
  selectFirstOptionOnChange: true,
} as const;

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
  // Default props only; appearance is in mantine.css.
  components: {
    Button: componentTheme<ButtonFactory>({
      defaultProps: { size: "sm", variant: "default" },
      vars: (_theme, props) => ({
        root: {
          "--button-height": props.size === "xs" ? "var(--h-sm)" : props.size === "md" ? "var(--h-lg)" : "var(--h-md)",
          "--button-padding-x": props.size === "xs" ? "9px" : "12px",
          "--button-fz": "var(--fs-sm)",
        },
      }),
    }),
    ActionIcon: componentTheme<ActionIconFactory>({ defaultProps: { variant: "subtle", color: "gray", size: 32 } }),
    InputWrapper: componentTheme<InputWrapperFactory>({
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    }),
    Avatar: componentTheme<AvatarFactory>({ defaultProps: { size: 24, radius: "xl" } }),
    Progress: componentTheme<ProgressFactory>({ defaultProps: { size: 4, radius: "xs" } }),
    Textarea: componentTheme<TextareaFactory>({ defaultProps: { autosize: true, minRows: 2 } }),
    // The option list scrolls itself; a nested scroll area would be a tab stop that keys can't reach.
    // Choosing the selected option again keeps it. Optional selects have a button that clears them.
    Select: componentTheme<SelectFactory>({ defaultProps: { ...pickerDefaults, allowDeselect: false } }),
    MultiSelect: componentTheme<MultiSelectFactory>({ defaultProps: pickerDefaults }),
    Autocomplete: componentTheme<AutocompleteFactory>({ defaultProps: { filter: optionsFilter } }),
    TagsInput: componentTheme<TagsInputFactory>({ defaultProps: { filter: optionsFilter } }),
    Checkbox: componentTheme<CheckboxFactory>({ defaultProps: { size: "xs", radius: "xs" } }),
    // Without it, choosing the file of the last time again, such as after a failed upload, would not be a change.
    FileButton: componentTheme<FileButtonFactory>({
      defaultProps: {
        inputProps: {
          onClick: ({ currentTarget }) => {
            currentTarget.value = "";
          },
        },
      },
    }),
    Paper: componentTheme<PaperFactory>({ defaultProps: { radius: "lg", withBorder: true } }),
    // The first item takes the focus itself; the empty focus placeholder isn't a valid child of a menu.
    Menu: componentTheme<MenuFactory>({
      defaultProps: {
        ...dropdownProps,
        ...bottomSheetProps,
        position: "bottom-start",
        offset: 4,
        withInitialFocusPlaceholder: false,
      },
    }),
    MenuSub: { defaultProps: atPointerProps },
    Popover: componentTheme<PopoverFactory>({ defaultProps: { ...dropdownProps, ...bottomSheetProps, offset: 6 } }),
    // Option lists stay below their field: a bottom sheet would be hidden by the on-screen keyboard.
    Combobox: componentTheme<ComboboxFactory>({ defaultProps: { ...dropdownProps, withOverlay: false } }),
    ModalRoot: {
      defaultProps: {
        radius: "lg",
        centered: true,
        shadow: "lg",
        transitionProps: { transition: "fade-up", duration: 160 },
      },
    },
    Modal: componentTheme<ModalFactory>({ defaultProps: { radius: "lg", centered: true, shadow: "lg" } }),
    // Otherwise every dialog would add a second banner landmark to the page.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    ModalOverlay: { defaultProps: overlay },
    Drawer: componentTheme<DrawerFactory>({
      defaultProps: {
        position: "right",
        size: 660,
        shadow: "lg",
        transitionProps: { duration: 260, timingFunction: "var(--ease-out)" },
      },
    }),
    DrawerOverlay: { defaultProps: overlay },
    Table: componentTheme<TableFactory>({
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
    Badge: componentTheme<BadgeFactory>({ defaultProps: { variant: "light", radius: "xl", tt: "none", fw: 400 } }),
    SegmentedControl: componentTheme<SegmentedControlFactory>({
      defaultProps: { size: "xs", radius: "sm", withItemsBorders: false },
    }),
    Tooltip: componentTheme<TooltipFactory>({ defaultProps: { openDelay: 350, offset: 6, fz: "xs", radius: "xs" } }),
    Loader: componentTheme<LoaderFactory>({ defaultProps: { size: "xs", type: "oval" } }),
  },
});
