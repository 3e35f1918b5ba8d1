{{- define "labalaba.labels" -}}
app.kubernetes.io/name: labalaba
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "labalaba.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- if .Values.image.pullSecrets }}
imagePullSecrets:
{{- range $_, $name := .Values.image.pullSecrets }}
  - name: {{ $name }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir:
      medium: Memory
      sizeLimit: 64Mi
  - name: data
{{- if .Values.data.claim }}
    persistentVolumeClaim:
      claimName: {{ .Values.data.claim }}
{{- else }}
    emptyDir:
      sizeLimit: 64Mi
{{- end }}
{{- end }}

{{- define "labalaba.container" -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
{{- end }}

{{- define "labalaba.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
