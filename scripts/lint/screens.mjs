import { ruleFor } from "./rule.mjs";

const COMPONENTS = /^client\/(?!.*\.test\.tsx$).*\.tsx$/;
const CLIENT_CODE = /^client\/(?!.*\.test\.tsx?$).*\.tsx?$/;

const SPOKEN = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "description",
  "error",
  "label",
  "nothingFoundMessage",
  "placeholder",
  "title",
]);

const SAY_INSTEAD =
  'Texts live in the catalogues, in five languages: add an id there, and use it through react-intl (text("…") from useText, or <Text>).';

/** Whether a text contains words in any script. Punctuation, digits, symbols and keys like WEB-12 need no translation. */
const hasWords = (/** @type {unknown} */ value) =>
  typeof value === "string" && /\p{L}{2,}/u.test(value.replace(/\b[A-Z]{2,}-\d+\b/g, ""));

/** @returns {string | undefined} the text of a literal or of the fixed parts of a template */
function literalText(/** @type {any} */ node) {
  if (node?.type === "JSXExpressionContainer") return literalText(node.expression);
  if (node?.type === "Literal" || node?.type === "StringLiteral")
    return typeof node.value === "string" ? node.value : undefined;
  if (node?.type === "TemplateLiteral")
    return node.quasis.map((/** @type {any} */ part) => part.value.cooked).join(" ");
  return undefined;
}

export const noLiteralTexts = ruleFor(COMPONENTS, (context) => {
  const complain = (/** @type {any} */ node, /** @type {string | undefined} */ text) => {
    if (!hasWords(text)) return;
    context.report({ node, message: `"${text?.trim()}" would be English for everybody. ${SAY_INSTEAD}` });
  };
  const children = (/** @type {any} */ node) => {
    for (const child of node.children) {
      if (child.type === "JSXText") complain(child, child.value);
      else if (child.type === "JSXExpressionContainer") complain(child, literalText(child));
    }
  };
  return {
    JSXElement: children,
    JSXFragment: children,
    JSXAttribute(node) {
      if (SPOKEN.has(node.name.name)) complain(node, literalText(node.value));
    },
  };
});

/** Physical style props of the component library and of React, with their logical replacements. */
const LOGICAL = /** @type {Record<string, string>} */ ({
  ml: "ms",
  mr: "me",
  pl: "ps",
  pr: "pe",
  left: "insetInlineStart in a style",
  right: "insetInlineEnd in a style",
  marginLeft: "marginInlineStart",
  marginRight: "marginInlineEnd",
  paddingLeft: "paddingInlineStart",
  paddingRight: "paddingInlineEnd",
  borderLeft: "borderInlineStart",
  borderRight: "borderInlineEnd",
});
const IN_STYLES = new Set(Object.keys(LOGICAL).filter((name) => name.length > 2));
const WHY = "In Arabic and Kurdish the page runs from right to left, and a physical side stays behind.";

export const logicalSides = ruleFor(COMPONENTS, (context) => {
  const complain = (/** @type {any} */ node, /** @type {string} */ name, /** @type {string | undefined} */ instead) =>
    context.report({ node, message: `"${name}" names a physical side. ${WHY} Write ${instead}.` });

  /** @param {any} node an object of styles, possibly nested */
  const inStyles = (node) => {
    if (node?.type !== "ObjectExpression") return;
    for (const property of node.properties) {
      const name = property.key?.name ?? property.key?.value;
      if (IN_STYLES.has(name)) complain(property, name, LOGICAL[name]);
      if (name === "textAlign") alignment(property, literalText(property.value));
      inStyles(property.value);
    }
  };
  const alignment = (/** @type {any} */ node, /** @type {string | undefined} */ side) => {
    if (side === "left" || side === "right") complain(node, side, side === "left" ? '"start"' : '"end"');
  };
  return {
    JSXAttribute(node) {
      const name = node.name.name;
      if (Object.hasOwn(LOGICAL, name)) complain(node, name, LOGICAL[name]);
      if (name === "ta") alignment(node, literalText(node.value));
      if (name === "style" || name === "styles") inStyles(node.value?.expression);
    },
  };
});

/** @type {(tag: any) => string} */
const nameOf = (tag) => (tag.type === "JSXMemberExpression" ? `${nameOf(tag.object)}.${tag.property.name}` : tag.name);

const TYPED = new Set(["title", "name", "fullname", "note", "reason", "place", "purpose", "position", "supplier"]);
const ISOLATES = new Set(["bdi", "TruncatedName", "title", "option"]);

/** @returns {boolean} whether an element sets the text direction of its content */
const isolates = (/** @type {any} */ element) =>
  ISOLATES.has(nameOf(element.openingElement.name)) ||
  element.openingElement.attributes.some((/** @type {any} */ one) => one.name?.name === "dir");

export const isolateTypedTexts = ruleFor(COMPONENTS, (context) => ({
  JSXElement(node) {
    const enclosingElements = [node, node.parent].filter((one) => one?.type === "JSXElement");
    if (enclosingElements.some(isolates)) return;
    for (const { type, expression } of node.children) {
      if (type !== "JSXExpressionContainer") continue;
      // In `a && b` only `b` is checked here: the left side is a condition, not displayed text.
      const isEither = expression.type === "LogicalExpression" && expression.operator !== "&&";
      const value = isEither ? expression.left : expression;
      if (value.type !== "MemberExpression" || value.computed || !TYPED.has(value.property.name)) continue;
      if (value.object.object?.name === "languages") continue;
      context.report({
        node: expression,
        message: `"${value.property.name}" is typed by users in any script: inside a text of the other direction its punctuation and its end move. Put it into <bdi> or <TruncatedName>, or give its element dir="auto".`,
      });
    }
  },
}));

/** Props that would override the positioning that the theme sets for all menus, popovers and lists. */
const FITTED_BY_THE_THEME = new Set(["middlewares", "floatingStrategy", "withinPortal", "mah", "maw"]);
const FLOATING = /\b(Menu|Popover|Combobox|Select|MultiSelect|Sub)\b/;

export const noPopoverSizes = ruleFor(COMPONENTS, (context, file) => {
  if (file.startsWith("client/ui/")) return {};
  const why =
    "Menus, popovers and lists fit every screen, scroll, and are sheets on phones by client/ui/dropdown.ts, which the theme gives to all.";
  return {
    JSXOpeningElement(node) {
      if (!FLOATING.test(nameOf(node.name))) return;
      for (const attribute of node.attributes) {
        const name = attribute.name?.name;
        if (FITTED_BY_THE_THEME.has(name)) context.report({ node: attribute, message: `"${name}": ${why}` });
      }
    },
    ImportDeclaration(node) {
      const names = node.specifiers.map((/** @type {any} */ one) => one.imported?.name);
      const isOther = node.source.value.startsWith("@floating-ui/") || names.includes("HoverCard");
      if (isOther) context.report({ node, message: `Another way to float. ${why} Use Menu or Popover.` });
    },
  };
});

export const noRawColours = ruleFor(CLIENT_CODE, (context, file) => {
  if (isTheme(file)) return {};
  const check = (/** @type {any} */ node) => {
    const found = HEX.exec(literalText(node) ?? "");
    if (found) context.report({ node, message: colourMessage(found[0]) });
  };
  return { Literal: check, TemplateLiteral: check };
});

const HEX = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/i;

/** Files that may name colors: the theme, and the tokens for fonts and the start page, which load before the theme. */
export const isTheme = (/** @type {string} */ file) => /^client\/(theme\/|(.*\/)?(theme|tokens)\.(ts|css)$)/.test(file);

export const colourMessage = (/** @type {string} */ colour) =>
  `"${colour}" is one shade for light and dark, and its contrast is checked by nobody. Use a token (tokens.css, theme.ts), or add one there.`;

const TIMESTAMP = /(_at|_until|At|Until)$/;

/** The first ten characters of a timestamp are its day in UTC, not the user's. */
export const noUtcDays = ruleFor(CLIENT_CODE, (context) => ({
  CallExpression(node) {
    const { callee, arguments: values } = node;
    const cut = callee.type === "MemberExpression" && callee.property.name === "slice" && callee.object;
    if (!cut || values.length !== 2 || values[0].value !== 0 || values[1].value !== 10) return;
    const name = cut.property?.name ?? cut.name ?? "";
    if (!TIMESTAMP.test(name)) return;
    context.report({
      node,
      message: `"${name}" is a timestamp, and its first ten characters are the day in UTC. Pass it to day() as it is, or use localDayIn.`,
    });
  },
}));

const ADDRESS = "client/platform/address/useAddress.ts";

/** React Router's setter for search params overwrites a change that is not rendered yet. */
export const useAddressHook = ruleFor(/^client\//, (context, file) => {
  if (file === ADDRESS) return {};
  return {
    VariableDeclarator({ id, init }) {
      if (init?.callee?.name !== "useSearchParams" || id.type !== "ArrayPattern" || id.elements.length < 2) return;
      context.report({
        node: id,
        message: `Of two changes in quick succession this one keeps the second only. Take useAddress from ${ADDRESS}.`,
      });
    },
  };
});

/** @returns {boolean} whether a value is made from the name of a person */
const readsFullname = (/** @type {any} */ node) => {
  if (!node || typeof node.type !== "string") return false;
  if (node.type === "Identifier") return node.name === "fullname";
  if (node.type === "MemberExpression") return !node.computed && node.property.name === "fullname";
  const parts = [node.left, node.right, node.consequent, node.alternate, node.expression, node.value];
  parts.push(
    ...(node.arguments ?? []),
    ...(node.properties ?? []),
    ...(node.expressions ?? []),
    ...(node.children ?? []),
  );
  return parts.some(readsFullname);
};

export const uniquePeopleLabels = ruleFor(CLIENT_CODE, (context) => ({
  Property(node) {
    if (node.key.name !== "label" || !readsFullname(node.value)) return;
    context.report({
      node,
      message:
        "Two people may have the same name, and then they can't be told apart in a list. Make the options with usePeopleOptions or usePeoplePickerOptions.",
    });
  },
}));

export const noCutTexts = ruleFor(COMPONENTS, (context) => ({
  JSXAttribute(node) {
    if (node.name.name !== "maxLength") return;
    context.report({
      node,
      message:
        "maxLength cuts off pasted text without a word, and a shortened number or address may be valid. Show the limit with useLengthError or by the form's schema.",
    });
  },
}));
