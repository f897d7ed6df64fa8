/** The mark: two halves of a mold about to close on a shot. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="sk-logo">
      <rect width="32" height="32" rx="8" className="sk-logo-field" />
      <path d="M6 8.5h7v4.2a4.2 4.2 0 0 0 0 6.6v4.2H6z" fill="#fff" />
      <path d="M26 8.5h-7v4.2a4.2 4.2 0 0 1 0 6.6v4.2h7z" fill="#fff" opacity="0.72" />
      <circle cx="16" cy="16" r="2.9" fill="#ffb84d" />
    </svg>
  );
}
