import { jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError, type LocalSystem } from "../credentials.ts";
import { containerSession } from "./container.ts";
import { instanceSession } from "./instance.ts";
import { type Profile, readProfiles } from "./profile-files.ts";
import { type AwsSession, readSession } from "./session.ts";
import { ssoSession } from "./sso.ts";
import { assumedRoleSession, webIdentitySession } from "./sts.ts";
import { variableSession } from "./variables.ts";

/** The keys of a profile; `undefined` if there is none of that name, or if it has nothing to do with keys. */
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
    if (profile.role_arn !== undefined && (profile.source_profile ?? profile.credential_source) !== undefined)
      return this.assumedRole(name, profile, users);
    if (keys !== undefined) return keys;
    if (profile.role_arn !== undefined && profile.web_identity_token_file !== undefined)
      return this.webIdentity(profile, profile.web_identity_token_file);
    if (profile.credential_process !== undefined) return this.process(name, profile.credential_process);
    if (isSso(profile))
      return ssoSession(this.context, this.system, { name, profile, session: this.ssoSection(profile) });
    return undefined;
  }

  private async assumedRole(name: string, profile: Profile, users: readonly string[]): Promise<AwsSession> {
    const { role_arn: arn = "", role_session_name: sessionName } = profile;
    const source = await this.source(name, profile, users);
    const { region = this.region, external_id: externalId } = profile;
    return assumedRoleSession(this.context, this.system, { arn, sessionName, region, source, externalId });
  }

  /** The keys with which a role is assumed. */
  private async source(name: string, profile: Profile, users: readonly string[]): Promise<AwsSession> {
    const { source_profile: other, credential_source: place = "" } = profile;
    if (other === undefined) return this.placeOf(name, place);
    const own = other === name ? keysOf(profile) : undefined;
    const source = own ?? (await this.session(other, [...users, name]));
    if (source !== undefined) return source;
    throw new CredentialError(`the AWS profile ${name} has the source_profile ${other}, which has no keys`);
  }

  // https://docs.aws.amazon.com/sdkref/latest/guide/feature-assume-role-credentials.html
  private async placeOf(name: string, place: string): Promise<AwsSession> {
    if (place === "Ec2InstanceMetadata") return instanceSession(this.context, this.system);
    if (place === "EcsContainer") return containerSession(this.context, this.system);
    const keys = place === "Environment" ? variableSession(this.system) : undefined;
    if (keys !== undefined) return keys;
    const reason = place === "Environment" ? "and the environment has no keys" : "which is not known";
    throw new CredentialError(`the AWS profile ${name} has the credential_source ${place}, ${reason}`, "correct it");
  }

  private ssoSection(profile: Profile): Profile {
    return this.profiles.get(`sso-session ${profile.sso_session}`) ?? {};
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

function isSso(profile: Profile): boolean {
  return profile.sso_session !== undefined || profile.sso_start_url !== undefined;
}
