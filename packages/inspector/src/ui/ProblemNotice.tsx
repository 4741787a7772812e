/** What went wrong, and a way to try again. */
export function ProblemNotice({ message, onRetry }: { readonly message: string; readonly onRetry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>{message}</p>
      {onRetry === undefined ? null : (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
