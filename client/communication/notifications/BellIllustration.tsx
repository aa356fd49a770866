export function BellIllustration() {
  return (
    <svg viewBox="0 0 112 64">
      <path d="M40 46h32M44 46V30a12 12 0 0 1 24 0v16M52 46a4 4 0 0 0 8 0M56 18v-4" />
      <path d="M28 30h6M78 30h6M31 20l5 3M81 20l-5 3" strokeDasharray="3 3" />
    </svg>
  );
}
