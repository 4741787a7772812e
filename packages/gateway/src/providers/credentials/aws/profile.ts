import { jsonIn } from "@toolglot/core";
import { type CredentialContext, CredentialError, type LocalSystem } from "../credentials.ts";
import { type Profile, readProfiles } from "./profile-files.ts";
import { type AwsSession, readSession } from "./session.ts";
import { assumedRoleSession, webIdentitySession } from "./sts.ts";

/** The keys of a profile; `undefined` if there is none of that name. */
export async function profileSession(
  context: CredentialContext,
  system: LocalSystem,
  { name, region }: { readonly name: string; readonly region: string },
): Promise<AwsSession | undefined> {
  const profiles = await readProfiles(system);
  return new ProfileReader(context, system, profiles, region).session(name, []);
}

class ProfileReader {
  private readonly context: CredentialContext;
  private readonly system: LocalSystem;
  private readonly profiles: ReadonlyMap<string, Profile>;
  private readonly region: string;

  constructor(context: CredentialContext, system: LocalSystem, profiles: ReadonlyMap<string, Profile>, region: string) {
    this.context = context;
    this.system = system;
    this.profiles = profiles;
    this.region = region;
  }

  /** `users` are the profiles that lead to this one. */
  async session(name: string, users: readonly string[]): Promise<AwsSession | undefined> {
    const profile = this.profiles.get(name);
    if (profile === undefined) return undefined;
    if (users.includes(name)) throw new CredentialError(`the AWS profiles ${users.join(", ")} lead to each other`);
    // A profile that leads back to itself has its keys beside its role.
    const keys = keysOf(profile);
    if (profile.role_arn !== undefined && profile.source_profile !== undefined)
      return this.assumedRole(name, profile, users);
    if (keys !== undefined) return keys;
    if (profile.role_arn !== undefined && profile.web_identity_token_file !== undefined)
      return this.webIdentity(profile, profile.web_identity_token_file);
    if (profile.credential_process !== undefined) return this.process(name, profile.credential_process);
    throw new CredentialError(unusable(name, profile));
  }

  private async assumedRole(name: string, profile: Profile, users: readonly string[]): Promise<AwsSession> {
    const { role_arn: arn = "", source_profile: other = "", role_session_name: sessionName } = profile;
    const own = other === name ? keysOf(profile) : undefined;
    const source = own ?? (await this.session(other, [...users, name]));
    if (source === undefined)
      throw new CredentialError(`the AWS profile ${name} has the source_profile ${other}, which does not exist`);
    const { region = this.region, external_id: externalId } = profile;
    return assumedRoleSession(this.context, this.system, { arn, sessionName, region, source, externalId });
  }

  private async webIdentity(profile: Profile, path: string): Promise<AwsSession> {
    const { role_arn: arn = "", role_session_name: sessionName, region = this.region } = profile;
    const token = await identityToken(this.system, path);
    return webIdentitySession(this.context, this.system, { arn, sessionName, region, token });
  }

  private async process(name: string, command: string): Promise<AwsSession> {
    const printed = await this.system.run(command).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CredentialError(`the credential_process of the AWS profile ${name} failed: ${reason}`);
    });
    const session = readSession(jsonIn(printed));
    if (session !== undefined) return session;
    throw new CredentialError(`the credential_process of the AWS profile ${name} printed no keys`);
  }
}

/** The token in a file, which its issuer replaces before it expires. */
export async function identityToken(system: LocalSystem, path: string): Promise<string> {
  const text = await system.readFile(path);
  if (text !== undefined) return text.trim();
  throw new CredentialError(`the web identity token file ${path} does not exist`);
}

function keysOf(profile: Profile): AwsSession | undefined {
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = profile;
  const { aws_session_token: sessionToken } = profile;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

// https://docs.aws.amazon.com/cli/latest/reference/configure/export-credentials.html
function unusable(name: string, profile: Profile): string {
  const isSso = profile.sso_session !== undefined || profile.sso_start_url !== undefined;
  const what = isSso ? "signs in with IAM Identity Center" : "has no keys";
  return (
    `the AWS profile ${name} ${what}; add a profile with ` +
    `credential_process = aws configure export-credentials --profile ${name} --format process`
  );
}
