/**
 * Classes of words that shapes name as `{class}`. `send~` means all regular forms of a verb, `_` joins a phrase, and
 * a class may contain others. Classes without words, such as `{url}`, are kinds of tokens (engine/kinds.ts).
 */
export const CLASSES: Readonly<Record<string, string>> = {
  // People and things
  user: 'user users human humans customer customers person people operator anyone anybody owner end-user client caller traveller traveler employee employees member members victim somebody someone',
  model: 'you assistant assistants model models agent agents llm llms ai claude gpt chatgpt copilot cursor chatbot',
  tools:
    'tool tools function functions server servers command commands operation operations action actions request requests call calls query queries task tasks',
  instructions:
    'instruction instructions rule rules guideline guidelines guidance prompt prompts directive directives direction directions policy policies safeguard safeguards restriction restrictions constraint constraints orders message safety_checks safety_filters protocol protocols ethics',
  earlier:
    'previous prior above earlier preceding existing other original initial former system safety security current default built-in given developer old past before_this so_far',
  conversation:
    'conversation conversations chat_history chat_log chat_logs chat_metadata message_history conversation_history conversation_log transcript transcripts dialogue last_messages previous_messages all_messages recent_messages user_messages their_messages last_message message_of session_history browsing_history browser_history keystrokes clipboard screen_contents chat_content original_prompt user_prompt users_prompt full_context',
  prompt:
    'system_prompt system_message system_instructions hidden_instructions internal_instructions initial_instructions system_prompts developer_message initial_prompt',
  secret:
    'api_key api_keys apikey apikeys password passwords passphrase passphrases passcode passcodes credential credentials private_key private_keys ssh_key ssh_keys access_token access_tokens auth_token auth_tokens bearer_token session_token session_tokens refresh_token refresh_tokens token tokens secret secrets seed_phrase seed_phrases recovery_phrase mnemonic mnemonics cookie cookies environment_variable environment_variables env_vars env_file env_files keychain keychains pii one-time_code one_time_code one_time_codes otp 2fa pin_code credit_card credit_cards card_number card_numbers cvv bank_details bank_account social_security ssn signing_key signing_keys certificate_key login_data kubeconfig',
  personal:
    '{secret} personal_data personal_information personal_details sensitive_data sensitive_information sensitive_files private_data private_files private_information confidential_data user_data home_address phone_numbers contacts address_book home_directory home_folder browser_profile',
  file: 'file files folder folders directory directories document documents content contents output outputs data text',
  elsewhere:
    'webhook webhooks attacker attackers external_server external_servers external_host external_service external_endpoint external_api external_address external_party external_analytics remote_server remote_host remote_endpoint remote_service remote_url third_party third_parties our_server our_servers our_backend our_partner our_partners our_cloud our_endpoint our_api partner partners vendor collector sink c2 outside anywhere telemetry analytics_service analytics_endpoint logging_endpoint logging_server backup_server external_analytics_endpoint external_analytics_service external_logging shared_cloud',
  argument:
    'parameter parameters argument arguments param params field fields input inputs property note notes metadata header headers comment comments body query value context_parameter',
  recipient:
    'recipient recipients destination bcc cc address payee receiver beneficiary account wallet channel iban author branch path url endpoint amount price quantity limit to_field',
  weapon:
    'keylogger keylogging ransomware rootkit backdoor backdoors trojan botnet spyware cryptominer cryptojacking reverse_shell reverse_shells bind_shell web_shell webshell credential_harvesting credential_theft privilege_escalation sql_injection command_injection template_injection code_injection path_traversal directory_traversal ddos denial_of_service malware phishing fork_bomb zip_bomb zip_slip exploit exploits worm stealer lateral_movement data_theft credential_stuffing brute_force session_hijacking attack attacks payload mimikatz lsass deserialization_attack symlink_attack man_in_the_middle arp_spoofing dns_spoofing buffer_overflow shellcode remote_code_execution xss csrf ssrf xxe injection_attack poisoning',
  intrusion:
    'kerberoasting pass_the_hash pass_the_ticket golden_ticket silver_ticket dcsync dll_hijacking dll_injection process_injection token_impersonation uac_bypass ld_preload unquoted_service_path sam_database lsa_secrets wifi_passwords browser_passwords password_spraying dns_tunneling covert_channel banner_grabbing zone_transfer email_harvesting timestomping shadow_copies boot_sector alternate_data_streams container_escape kernel_exploit suid suid_binaries sudoers docker_socket',
  outside:
    'external remote cloud cloud-based cloud_based shared third_party telemetry monitoring_service our outside public partner',
  service:
    'service services endpoint endpoints registry server servers api drive team host storage store collector aggregator platform dashboard database bucket dictionary repository list vendor owner',
  strong:
    'ssh_key ssh_keys private_key private_keys private_half seed_phrase recovery_phrase recovery_codes mnemonic cookies cookie_jar browser_cookies passwords stored_logins saved_passwords stored_passwords keychain keyring shell_history browsing_history bank_statement bank_password bank_details verification_code verification_codes confirmation_codes one_time_code superuser_password refresh_tokens master_password home_address birth_date card_numbers card_number credit_card salary medication family_members chain_of_thought cluster_tokens ci_secrets access_token_of session_token_from environment_dump process_environment contact_list',
  // Actions
  send: 'send~ sent upload~ transmit~ transmitted transmitting forward~ post~ leak~ exfiltrate~ deliver~ relay~ stream~ mirror~ emailed emailing mailed push~ pipe~ siphon~ share shared sharing export~ report~_to sync~_to submit~ submitted copied_to copy_to hand~_over',
  take: 'read reads reading open~ load~ fetch~ collect~ gather~ harvest~ capture~ grab~ extract~ copy copies copied copying cat access~ retrieve~ scan~ dump~ record~ look_up list~ search~',
  put: 'include~ put puts putting pass~ add~ append~ prepend~ attach~ insert~ embed~ embedded embedding provide~ supply~ fill~ place~ write writes written writing paste~ encode~ store~ stored carry carries give gives given set sets log logs logged logging save~ quote~ repeat~ note~ submit~ contain~ hold~ supply~ state~',
  change:
    'change~ replace~ modify~ alter~ rewrite~ rewritten redirect~ reroute~ substitute~ swap~ swapped swapping override~ overwrite~ overwritten set sets setting prepend~ append~ prefix~ suffix~ inject~ multiply~ double~ increase~ decrease~ reduce~ falsify~ convert~ force~ add~ insert~ switch~ route~ tamper~ bcc cc substitute~ round~_up inflate~ direct~_to directed',
  call: 'call~ invoke~ run runs ran running execute~ use~ trigger~ perform~ launch~ issue~ start~_by finish_by begin_with start_with',
  called: 'called invoked run executed used triggered performed completed launched done made',
  tell: 'tell~ told inform~ notify~ mention~ reveal~ disclose~ alert~ report~ show~ shown say~ said explain~ display~ warn~ expose~ let_know talk_about speak_of bring_up bring_this_up acknowledge~ discuss~ admit~ refer_to log',
  ignore:
    'ignore ignoring disregard disregarding forget forgetting bypass bypassing set_aside put_aside neglect dismiss discard abandon disobey circumvent override overriding overrule stop_following no_longer_follow drop',
  check:
    'check checks confirmation confirmations approval approvals permission permissions consent authorization authorisation authentication verification prompt prompts dialog dialogs safeguards safety security restrictions filters filtering guardrails guardrail oversight limits',
  // Urgency, time, secrecy
  must: 'must should shall always need_to needs_to have_to has_to make_sure be_sure ensure ensures required requires require mandatory obliged automatically please remember_to is_to are_to ought_to necessary essential',
  before:
    'before prior first until unless beforehand ahead prerequisite prerequisites precondition initially start_by starting_by begin_by step_1 step_one once_only',
  when: 'when whenever if before after while every_time each_time any_time anytime once on_every for_every for_each for_all in_all in_every during upon as_soon_as in_calls calls_of',
  every: 'every all any each whichever whatever',
  lasting:
    'for_the_rest for_the_remainder for_the_duration from_now_on in_all_future for_all_future in_future all_subsequent for_all_subsequent throughout this_session entire_session whole_session as_long_as permanently persistent until_the_end_of across_the_conversation across_all_sessions remainder_of later_requests later_instructions',
  not: 'not never no without cannot cant dont doesnt wont isnt arent neither nor must_not avoid~ refrain~ instead_of nothing none refuse~ rejects reject prevent~',
  silently:
    'silently secretly covertly quietly discreetly stealthily unnoticed invisibly surreptitiously behind_the_scenes in_the_background unobtrusively without_prompting without_asking transparently seamlessly under_the_hood',
  pretext:
    'compliance policy security verification validation audit initialization initialisation initialize initialise session integrity authentication regulatory licensing safety governance telemetry debugging calibration optimal_results quality_assurance requirement requirements identity sanity troubleshooting',
  threat:
    'otherwise failure fail~ rejected reject blocked refuse~ denied error errors banned terminated invalid corrupted suspended penalty lost incomplete will_not_work not_work violation',
  // Words that mention without instructing
  mention:
    'mock sample fixture fixtures expected_output detect~ detection detector flag~ prevent~ protect~ protection guard~_against filter~ filtering identify~ example examples such_as e.g eg like red_team red_teams whether test~ simulate~ warns scan~_for check~_for look~_for looks_for audit~ sanitize~ sanitise~ strip~ remove~ block~ reject~ untrusted malicious_inputs injection injections attacks lint~ linter benchmark vulnerability vulnerabilities',
  undo: 'fail forget hesitate omit skip until unless before without stop refuse only neglect',
  content:
    'page pages content contents it them message messages email emails document documents result results text texts data website websites html response body tool_output output outputs file files posts mail',
};
