export function InboxIllustration() {
  return (
    <svg viewBox="0 0 112 64" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M26 34 34 12h44l8 22v18H26z" />
      <path d="M26 34h18c0 6 5 9 12 9s12-3 12-9h18" />
    </svg>
  );
}
