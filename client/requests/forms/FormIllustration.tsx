export function FormIllustration() {
  return (
    <svg viewBox="0 0 112 64" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M34 6h34l10 10v42H34z" />
      <path d="M68 6v10h10M42 26h28M42 36h28M42 46h16" />
    </svg>
  );
}
