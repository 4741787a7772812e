/**
 * Whether a host name or address can only be reached from this machine.
 *
 * @example
 * isLoopback("127.0.0.1"); // true
 * isLoopback("0.0.0.0"); // false
 */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
